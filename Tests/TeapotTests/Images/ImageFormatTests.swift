#if !canImport(UIKit) && !canImport(AppKit)
    import Foundation
    import Teapot
    import TeapotTestSupport
    import TeapotTestTraits
    import Testing

    @Suite(.inTurn) struct `The format of an image` {
        static let files: [(Data, signature: Int)] = [
            (ImageFiles.png(300, 2), 8), (ImageFiles.jpeg(640, 480), 3),
            (ImageFiles.gif(513, 7), 6), (ImageFiles.gif(1, 1, version: "87a"), 6),
            (ImageFiles.lossyWebP(300, 2), 12), (ImageFiles.losslessWebP(300, 5), 12),
            (ImageFiles.extendedWebP(0x100_0000, 77), 12), (ImageFiles.bmp(70_000, 3), 18),
            (ImageFiles.bmp(300, 400, headerSize: 12), 18), (ImageFiles.bmp(5, 6, headerSize: 124), 18),
        ]

        @Test(arguments: files)
        func `a file is recognized by its signature, wherever it is in memory`(
            file: Data, signature: Int
        ) throws {
            let image = try #require(Teapot.Image(data: (Data([1, 2, 3]) + file)[3...]))
            #expect(image.data == file)
            for length in 0..<file.count {
                #expect((Teapot.Image(data: file.prefix(length)) != nil) == (length >= signature), "\(length) bytes")
            }
            #expect(Teapot.Image(data: Data([0]) + file) == nil)
        }

        @Test(arguments: [
            "", "B", "BM", "GIF88a\u{1}\u{1}\u{1}\u{1}", "gif89a\u{1}\u{1}\u{1}\u{1}", "<svg width='1' height='1'/>",
            "BMW is a maker of motor cars and of motorcycles in Munich",
            "BMP\r\n\r\n a text that is long enough to be one",
            "RIFFxxxxWAVEfmt and so on, and on, and on", "RIFFxxxxWEB",
        ])
        func `a body that only looks like an image isn't one`(text: String) {
            #expect(Teapot.Image(data: Data(text.utf8)) == nil)
        }

        @Test(arguments: [1, 13, 39, 41, 125, 0xFFFF])
        func `a bitmap with another header length isn't an image`(size: Int) {
            var file = ImageFiles.bmp(1, 1)
            file[14] = UInt8(size & 0xFF)
            file[15] = UInt8(size >> 8)
            #expect(Teapot.Image(data: file) == nil)
        }
    }
#endif
