#if !canImport(UIKit) && !canImport(AppKit)
    @testable import Teapot
    import Foundation
    import TeapotTestSupport
    import Testing

    @Suite struct `An image's header` {
        /// A file, its image properties, and the number of its bytes that are needed to read them.
        struct Case: CustomStringConvertible {
            var description: String
            var file: Data
            var format: Teapot.Image.Format
            var width: Int
            var height: Int
            var needed: Int

            init(_ name: String, _ file: Data, _ format: Teapot.Image.Format, _ width: Int, _ height: Int, needs: Int) {
                (description, self.file, self.format) = (name, file, format)
                (self.width, self.height, needed) = (width, height, needs)
            }
        }

        static let cases: [Case] = [
            Case("PNG", ImageFiles.png(300, 2), .png, 300, 2, needs: 24),
            Case("huge PNG", ImageFiles.png(0x7FFF_FFFF, 1), .png, 0x7FFF_FFFF, 1, needs: 24),
            Case("GIF 89a", ImageFiles.gif(513, 7), .gif, 513, 7, needs: 10),
            Case("GIF 87a", ImageFiles.gif(1, 0xFFFF, version: "87a"), .gif, 1, 0xFFFF, needs: 10),
            Case("BMP", ImageFiles.bmp(70_000, 3), .bmp, 70_000, 3, needs: 26),
            Case("BMP from the top", ImageFiles.bmp(5, -9), .bmp, 5, 9, needs: 26),
            Case("lowest BMP", ImageFiles.bmp(5, .min), .bmp, 5, 0x8000_0000, needs: 26),
            Case("OS/2 BMP", ImageFiles.bmp(300, 400, headerSize: 12), .bmp, 300, 400, needs: 22),
            Case("BMP version 4", ImageFiles.bmp(5, 6, headerSize: 108), .bmp, 5, 6, needs: 26),
            Case("BMP version 5", ImageFiles.bmp(5, 6, headerSize: 124), .bmp, 5, 6, needs: 26),
            Case("lossy WebP", ImageFiles.lossyWebP(0x3FFF, 2), .webp, 0x3FFF, 2, needs: 30),
            Case("lossless WebP", ImageFiles.losslessWebP(0x4000, 5), .webp, 0x4000, 5, needs: 25),
            Case("small lossless WebP", ImageFiles.losslessWebP(1, 0x4000), .webp, 1, 0x4000, needs: 25),
            Case("extended WebP", ImageFiles.extendedWebP(0x100_0000, 77), .webp, 0x100_0000, 77, needs: 30),
            Case("JPEG", ImageFiles.jpeg(640, 480), .jpeg, 640, 480, needs: 0),
            Case("progressive JPEG", ImageFiles.jpeg(0xFFFF, 3, frame: 0xC2), .jpeg, 0xFFFF, 3, needs: 0),
            Case("arithmetic JPEG", ImageFiles.jpeg(9, 8, frame: 0xC9), .jpeg, 9, 8, needs: 0),
        ]

        @Test(arguments: cases)
        func `a file's header says its format and size`(sample: Case) throws {
            let image = try #require(Teapot.Image(data: sample.file))
            #expect(image.format == sample.format)
            #expect(image.width == sample.width && image.height == sample.height)
            #expect(image.data == sample.file)
        }

        @Test(arguments: cases)
        func `cut anywhere a file is no image or the same one`(sample: Case) {
            for length in 0..<sample.file.count {
                let image = Teapot.Image(data: sample.file.prefix(length))
                if let image {
                    #expect(image.width == sample.width && image.height == sample.height, "\(length) bytes")
                    #expect(image.format == sample.format)
                }
                if sample.needed > 0 { #expect((image != nil) == (length >= sample.needed), "\(length) bytes") }
            }
        }

        @Test(arguments: cases)
        func `a file in the middle of other bytes is read from its own start`(sample: Case) {
            let slice = (Data([1, 2, 3]) + sample.file)[3...]
            #expect(Teapot.Image(data: slice)?.width == sample.width)
            #expect(Teapot.Image(data: Data([0]) + sample.file) == nil)
        }

        @Test(arguments: [
            ImageFiles.png(0, 1), ImageFiles.png(1, 0), ImageFiles.gif(0, 1), ImageFiles.gif(1, 0),
            ImageFiles.bmp(0, 1),
            ImageFiles.bmp(1, 0), ImageFiles.bmp(-1, 1), ImageFiles.lossyWebP(0, 1), ImageFiles.jpeg(0, 1),
            ImageFiles.jpeg(1, 0),
        ])
        func `an image without a pixel is none`(file: Data) {
            #expect(Teapot.Image(data: file) == nil)
        }

        @Test func `what only looks like an image is none`() {
            var files: [Data] = [
                "", "B", "BM", "GIF88a\u{1}\u{1}\u{1}\u{1}", "gif89a\u{1}\u{1}\u{1}\u{1}",
                "<svg width='1' height='1'/>",
                "BMW is a maker of motor cars and of motorcycles in Munich",
                "BMP\r\n\r\n a text that is long enough to be one",
                "RIFFxxxxWAVEfmt and so on, and on, and on", "RIFFxxxxWEBPVP9 and so on, and on, and on",
                "RIFFxxxxWEBPVP8 and so on, and on, and on", "RIFFxxxxWEBPVP8Land so on, and on, and on",
            ]
            .map { Data($0.utf8) }
            files += [1, 13, 39, 41, 125, 0xFFFF].map { size in
                var file = ImageFiles.bmp(1, 1)
                file[14] = UInt8(size & 0xFF)
                file[15] = UInt8(size >> 8)
                return file
            }
            var png = ImageFiles.png(1, 1)
            png[12] = UInt8(ascii: "i")
            files.append(png)
            for file in files { #expect(Teapot.Image(data: file) == nil, "\(String(decoding: file, as: UTF8.self))") }
        }

        @Test func `a JPEG without a frame header before its scan or its end is none`() {
            let start = Data([0xFF, 0xD8])
            let frame = Data([0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0])
            #expect(Teapot.Image(data: start + frame)?.width == 1)
            #expect(Teapot.Image(data: start + Data([0xFF, 0xDA, 0, 2]) + frame) == nil)
            #expect(Teapot.Image(data: start + Data([0xFF, 0xD9, 0, 2]) + frame) == nil)
            // A segment whose length is less than its own size would never end.
            #expect(Teapot.Image(data: start + Data([0xFF, 0xE0, 0, 0]) + frame) == nil)
            #expect(Teapot.Image(data: start + Data([0xFF, 0xE0, 0, 1]) + frame) == nil)
            #expect(Teapot.Image(data: start + Data([0xFF, 0xE0, 0, 2]) + frame)?.width == 1)
        }

        @Test func `no bytes whatever crash it`() {
            var generator = SeededGenerator(seed: 81)
            for round in 0..<4_000 {
                var file = Self.cases[round % Self.cases.count].file
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let index = Int.random(in: 0..<file.count, using: &generator)
                    file[index] = UInt8.random(in: 0...255, using: &generator)
                }
                let image = Teapot.Image(data: file.prefix(Int.random(in: 0...file.count, using: &generator)))
                if let image { #expect(image.width > 0 && image.height > 0) }
            }
        }
    }
#endif
