// The only file that imports `JSON`. The module is exported, so that `import Teapot` is enough to name it, to call its
// members and to use its conformance to `Teapot.Parameters`.
@_exported public import TeapotJSON
