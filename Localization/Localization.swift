/// Teapot's own string tables.
package enum Localization {}
