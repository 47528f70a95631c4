// Recorders and replays use these types. Exported so that `import TeapotMockRecording` is enough to name them.
@_exported public import TeapotMockHAR
@_exported public import TeapotMockLive
@_exported public import TeapotMockRedaction
