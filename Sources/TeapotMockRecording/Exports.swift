// What a recorder and a replay take and give; exported, so that `import TeapotMockRecording` is enough to name it.
@_exported public import TeapotMockHAR
@_exported public import TeapotMockLive
@_exported public import TeapotMockRedaction
