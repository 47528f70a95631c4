// The only file that imports `JSON`. It exports the module, so `import Teapot` is enough to use the type, its members
// and its conformance to `Teapot.Parameters`.
@_exported public import TeapotJSON
