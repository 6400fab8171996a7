/** A path as an address of the installation, for a camera that knows no site; any other text as it is. */
export const siteAddress = (text: string, site = ''): string => (text.startsWith('/') ? `${site}${text}` : text)
