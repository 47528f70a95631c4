import TeapotLocalization
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The placeholders of a sentence` {
    @Test(
        arguments: [
            ("no placeholder", []),
            ("100 %%", []),
            ("%d", [.integer]),
            ("%i %u", [.integer, .integer]),
            ("%-5ld|%+03lld|%qd|%zd", [.integer, .integer, .integer, .integer]),
            ("%@ of %d", [.object, .integer]),
            ("%2$d of %1$@", [.object, .integer]),
            ("%1$d %1$d", [.integer]),
            ("%%d %@%%", [.object]),
            ("%f", [.unsupported]),
            ("%.2f %d", [.unsupported, .integer]),
            ("100 % sure", [.unsupported]),
        ] as [(String, [Placeholder])]
    )
    func `placeholders are read in the order of their arguments`(format: String, expected: [Placeholder]) {
        #expect(Placeholder.all(in: format) == expected)
    }

    @Test(arguments: [
        "%", "50 %", "%5", "%1$", "%$d", "%2$d", "%1$d %d", "%1$d %1$@", "%0$d", "%100$d", "%100d", "%.100d",
    ])
    func `a malformed format has no usable placeholders`(format: String) {
        #expect(Placeholder.all(in: format) == nil)
    }
}
