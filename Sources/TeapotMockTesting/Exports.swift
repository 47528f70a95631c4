// Transcripts take a `Redaction`. Exported so that `import TeapotMockTesting` is enough to name it.
@_exported public import TeapotMockRedaction
