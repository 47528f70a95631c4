// The redaction that transcripts take; exported, so that `import TeapotMockTesting` is enough to name it.
@_exported public import TeapotMockRedaction
