// What a folder's environments take; exported, so that `import TeapotMockFolders` is enough to name it.
@_exported public import TeapotMockLive
