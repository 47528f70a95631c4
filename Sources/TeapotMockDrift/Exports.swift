// Mocks are checked against a document. This export lets `import TeapotMockDrift` make its type visible.
@_exported public import TeapotMockOpenAPI
