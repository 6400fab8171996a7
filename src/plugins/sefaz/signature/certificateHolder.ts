import type { X509Certificate } from 'node:crypto'

/** Object identifiers of ICP-Brasil (DOC-ICP-04) in the certificate's bytes, and where the number stands in what follows. */
const companyId = Buffer.from('0605604c010303', 'hex')
const personData = Buffer.from('0605604c010301', 'hex')

/** The holder in one line: `CN=…, OU=…`. */
export const certificateSubject = ({ subject }: X509Certificate): string => subject.split('\n').reverse().join(', ')

/** CNPJ or CPF of the holder: of ICP-Brasil's other names, else after the colon of the common name. Undefined for certificates of other kinds. */
export function certificateTaxId({ raw, subject }: X509Certificate): string | undefined {
  const company = textAfter(raw, companyId)
  if (company !== undefined && /^[0-9A-Z]{12}\d{2}$/.test(company)) return company
  // Day of birth, then the CPF.
  const person = textAfter(raw, personData)?.slice(8, 19)
  if (company === undefined && person !== undefined && /^\d{11}$/.test(person) && !/^0+$/.test(person)) return person
  return /^CN=.*:([0-9A-Z]{12}\d{2}|\d{11})$/m.exec(subject)?.[1]
}

/** The text in a name's value: a tag around it, and a string of any kind in that. */
function textAfter(raw: Buffer, identifier: Buffer): string | undefined {
  const at = raw.indexOf(identifier)
  if (at < 0) return undefined
  const string = at + identifier.length + 2
  const length = raw[string + 1]
  return length === undefined || length > 127 ? undefined : raw.subarray(string + 2, string + 2 + length).toString('latin1')
}
