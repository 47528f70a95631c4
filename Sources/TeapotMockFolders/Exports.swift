// A switchboard's environments take a `Passthrough`. This export lets `import TeapotMockFolders` make it visible.
@_exported public import TeapotMockLive
