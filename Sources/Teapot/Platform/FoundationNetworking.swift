// On Apple platforms, `URLSession` is part of Foundation. Elsewhere, it's in a separate module. This file exports that
// module, so `import Foundation` and `import Teapot` are enough for the whole interface everywhere.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
