extension Router {
    /// The advice for an unanswered request, or `nil` to suggest Swift code.
    ///
    /// Programs that serve files to people who don't write Swift set this property.
    package var remedy: Diagnosis.Remedy? {
        get { withState { $0.settings.remedy } }
        set { withState { $0.settings.remedy = newValue } }
    }
}
