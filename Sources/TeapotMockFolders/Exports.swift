// A switchboard's environments take a `Passthrough`. Exported so that `import TeapotMockFolders` is enough to name it.
@_exported public import TeapotMockLive
