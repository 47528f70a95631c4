// The one place that imports `JSON`. Exported, so that `import Teapot` is enough to name it, to call its members and to
// use its conformance to `Teapot.Parameters`.
@_exported public import TeapotJSON
