// The only file that imports `URLSession`. On Apple platforms it is part of Foundation. Elsewhere it is in a separate
// module, which is exported, so that importing Teapot is enough to name the types in its interface.
@_exported public import Foundation

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
