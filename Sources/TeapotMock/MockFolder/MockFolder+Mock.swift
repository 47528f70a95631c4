public import Teapot

extension MockFolder {
    /// One file of a folder, and the requests that it may answer.
    public struct Mock: Sendable, Equatable, Identifiable {
        /// Where the file is, below the folder: `products/success_productList.json`.
        public let path: String
        /// Where the file is.
        public let url: URL
        /// The directory that it is in, below the folder: `/products`; `/` for the folder itself.
        public let folder: String
        /// What the path of a request ends with that it may answer: `/v1/staging/products`.
        ///
        /// A segment in braces, such as `{id}`, stands for any one segment.
        public let requestPath: String
        /// Whether it is offered for every request, being in the directory `General`.
        public let isGeneral: Bool
        let fileName: MockFileName
        /// Where its header fields are, if there are any.
        let headersURL: URL?

        /// Where the file is, below the folder.
        public var id: String { path }
        /// What people call it: `productList`.
        public var name: String { fileName.name }
        /// Whether it is of a request that succeeds: `success_…`, or neither that nor `error_…`.
        public var isSuccess: Bool { fileName.isSuccess }
        /// The status that it answers with: that of its name, else 200 or, of an error, 400.
        public var status: Teapot.StatusCode { fileName.status }
        /// How long it waits before it answers, in seconds.
        public var delay: Double { fileName.delay }
        /// The only method that it answers, in capitals; `nil` for every one.
        public var method: String? { fileName.method }
    }
}
