// On Apple's platforms, `URLSession` is part of Foundation. Elsewhere, it is in its own module. This exports the
// module, so that `import Foundation` and `import Teapot` are enough for the whole interface everywhere.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
