/** The longest address that an email can be sent to, in characters (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const emailAddressMax = 254;
