extension Guide {
    /// A sample shop with mocks, conditions and scenarios: the contents of the files by their paths.
    package static let sample = [
        "Mocks/products/success_allProducts.json": """
        {
          "banner": "Autumn teas are here",
          "products": [
            {"id": 1, "name": "Assam", "price": 6.5, "isOrganic": true},
            {"id": 2, "name": "Sencha", "price": 8, "isOrganic": false}
          ]
        }
        """,
        "Mocks/products/mocks.index.json": #"{"success_page2.json": {"query": {"page": "2"}}}"#,
        "Mocks/products/success_page2.json": """
        {"banner": "Page 2", "products": [{"id": 4, "name": "Gyokuro", "price": 12, "isOrganic": true}]}
        """,
        "Mocks/products/success_noProducts.json": #"{"banner": "Sold out", "products": []}"#,
        "Mocks/products/success_201_POST_created.json": #"{"id": 3, "name": "Darjeeling", "price": 9}"#,
        "Mocks/sections/success_allSections.json": """
        [{"id": "black", "count": 12}, {"id": "green", "count": 7}]
        """,
        "Mocks/sections/error_404_sectionNotFound.json": #"{"error": "There is no such section."}"#,
        "Mocks/sections/filters/success_filterList.json": #"["organic", "caffeine-free", "new"]"#,
        "Mocks/sections/filters/error_503_300ms_filterList.json": """
        {"error": "Filters are being counted. Try again."}
        """,
        "Mocks/sections/filters/error_503_300ms_filterList.headers.json": #"{"Retry-After": "1"}"#,
        "Scenarios/soldOut.json": """
        {
          "steps": [
            {"folder": "/products", "responseFileName": "success_allProducts"},
            {"folder": "/products", "responseFileName": "success_noProducts"}
          ]
        }
        """,
        "Scenarios/flakyFilters.json": """
        {
          "steps": [
            {"folder": "/sections/filters", "responseFileName": "error_503_300ms_filterList.json"},
            {"folder": "/sections/filters", "responseFileName": "success_filterList.json"}
          ],
          "request": {"path": "/sections/filters"}
        }
        """,
    ]
}
