/** The content of a file, by its name and, where its type begins with known bytes, by these. */
export interface AttachmentType {
  readonly extension: string
  readonly type: string
}

const ZIP = 'PK\u0003\u0004'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Files that may be kept: type and first bytes, by extension. Pages and scripts are none of them. */
const types: Readonly<Record<string, { readonly type: string; readonly begins?: string }>> = {
  pdf: { type: 'application/pdf', begins: '%PDF-' },
  png: { type: 'image/png', begins: '\u0089PNG\r\n' },
  jpg: { type: 'image/jpeg', begins: '\u00ff\u00d8\u00ff' },
  jpeg: { type: 'image/jpeg', begins: '\u00ff\u00d8\u00ff' },
  webp: { type: 'image/webp', begins: 'RIFF' },
  zip: { type: 'application/zip', begins: ZIP },
  docx: { type: `${OFFICE}.wordprocessingml.document`, begins: ZIP },
  xlsx: { type: `${OFFICE}.spreadsheetml.sheet`, begins: ZIP },
  csv: { type: 'text/csv' },
  txt: { type: 'text/plain' },
  xml: { type: 'application/xml' },
}

/** The type of a file that may be kept; undefined for one that is empty, of no known type, or not what its name says. */
export function attachmentTypeOf(bytes: Buffer, name: string): AttachmentType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  const known = Object.hasOwn(types, extension) ? types[extension] : undefined
  const { type, begins = '' } = known ?? {}
  const fits = bytes.length > 0 && bytes.subarray(0, begins.length).toString('latin1') === begins
  return type !== undefined && fits ? { extension, type } : undefined
}
