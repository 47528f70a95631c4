// Transcripts take a `Redaction`. This export lets `import TeapotMockTesting` make it visible.
@_exported public import TeapotMockRedaction
