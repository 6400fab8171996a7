/**
 * In the place of `@emotion/is-prop-valid`: what is neither a style nor a variant is an attribute, as the compiler sees to it. `as`
 * says of what tag the element is.
 */
const passAttribute = (name: string): boolean => name !== 'as'

export default passAttribute
