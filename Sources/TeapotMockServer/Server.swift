public enum TeapotServerPlaceholder {}
