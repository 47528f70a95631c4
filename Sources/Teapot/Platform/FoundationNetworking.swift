// The one place that decides where `URLSession` comes from. On Apple platforms it is part of Foundation; elsewhere it
// is a module of its own, exported so that whoever imports Teapot can name the types in its interface.
@_exported public import Foundation

#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
