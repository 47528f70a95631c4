// Recorders and replays use these types. This export lets `import TeapotMockRecording` make them visible.
@_exported public import TeapotMockHAR
@_exported public import TeapotMockLive
@_exported public import TeapotMockRedaction
