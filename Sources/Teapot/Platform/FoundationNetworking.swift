// On Apple's platforms `URLSession` is part of Foundation. Elsewhere it is in a module of its own, which is exported,
// so that everywhere `import Foundation` and `import Teapot` name all types of the interface.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
