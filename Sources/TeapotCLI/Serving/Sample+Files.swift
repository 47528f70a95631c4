extension Sample {
    /// The contents of the files by their paths.
    static let files = [
        "Mocks/.ls.global.json": """
        {
          "maps": [
            {"folder": "/products", "to": "/v1/staging"},
            {"folder": "/categories", "to": "/v2/something/something"}
          ]
        }
        """,
        "Mocks/products/success_productList.json": """
        {
          "banner": "Autumn teas are here",
          "products": [
            {"id": 1, "name": "Assam", "price": 6.5, "isOrganic": true},
            {"id": 2, "name": "Sencha", "price": 8, "isOrganic": false}
          ]
        }
        """,
        "Mocks/products/success_emptyList.json": #"{"banner": "Sold out", "products": []}"#,
        "Mocks/products/success_listWithoutBanner.json": """
        {
          "products": [
            {"id": 1, "name": "Assam", "price": 6.5, "isOrganic": true}
          ]
        }
        """,
        "Mocks/categories/success_categoryList.json": """
        [{"id": "black", "count": 12}, {"id": "green", "count": 7}]
        """,
        "Mocks/categories/success_categoryEmptyList.json": "[]",
        "Mocks/categories/success_categoryListPagination.json": """
        {"items": [{"id": "black", "count": 12}], "next": "/v2/something/something/categories?page=2"}
        """,
        "Mocks/categories/error_404_categoryNotFound.json": #"{"error": "There is no such category."}"#,
        "Mocks/categories/filters/success_filterList.json": #"["organic", "caffeine-free", "new"]"#,
        "Mocks/categories/filters/error_503_300ms_filterList.json": """
        {"error": "Filters are being counted. Try again."}
        """,
        "Mocks/categories/filters/error_503_300ms_filterList.headers.json": #"{"Retry-After": "1"}"#,
        "Scenarios/soldOut.json": """
        {
          "steps": [
            {"folder": "/products", "responseFileName": "success_productList"},
            {"folder": "/products", "responseFileName": "success_emptyList"}
          ]
        }
        """,
        "Scenarios/flakyFilters.json": """
        {
          "steps": [
            {"folder": "/categories/filters", "responseFileName": "error_503_300ms_filterList.json"},
            {"folder": "/categories/filters", "responseFileName": "success_filterList.json"}
          ],
          "request": {"path": "/v2/something/something/categories/filters"}
        }
        """,
    ]
}
