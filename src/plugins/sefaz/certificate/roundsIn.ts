import forge from 'node-forge'

type Node = forge.asn1.Asn1

/** Levels of a file, texts of bytes in texts of bytes among them: real ones have some 25. */
const mostLevels = 50

/**
 * How often the keys that a .pfx or a part of it asks for are hashed, each number that stands there: read before anything is hashed. A salt with the number
 * behind it is what the password's check, PBKDF2 and the older ways of PKCS#12 have in common. What is encrypted is not looked into.
 * @throws Error where it is nested deeper than any file
 */
export const roundsIn = (node: Node): number[] => collect(node, 0)

function collect(node: Node, level: number): number[] {
  if (level > mostLevels) throw new Error(`more than ${mostLevels} levels`)
  const parts = partsOf(node)
  const own = parts.flatMap((part, at) => {
    const next = parts[at + 1]
    return isPlain(part, forge.asn1.Type.OCTETSTRING) && next && isPlain(next, forge.asn1.Type.INTEGER) ? [numberIn(next)] : []
  })
  return [...own, ...parts.flatMap(part => collect(part, level + 1))]
}

/** Parts of a node; a text of bytes may be a file of its own, in one piece or in several. */
function partsOf(node: Node): readonly Node[] {
  if (isPlain(node, forge.asn1.Type.OCTETSTRING)) return inner(bytesOf(node))
  return Array.isArray(node.value) ? node.value : []
}

const isPlain = ({ tagClass, type }: Node, wanted: forge.asn1.Type): boolean =>
  tagClass === forge.asn1.Class.UNIVERSAL && type === wanted

const bytesOf = ({ value }: Node): string =>
  Array.isArray(value) ? value.map(piece => (typeof piece.value === 'string' ? piece.value : '')).join('') : value

function inner(bytes: string): readonly Node[] {
  try {
    return [forge.asn1.fromDer(bytes, false)]
  } catch {
    return []
  }
}

/** Without a sign; what is beyond all limits is just that. */
const numberIn = (node: Node): number => {
  const digits = forge.util.bytesToHex(bytesOf(node)).replace(/^0+/, '')
  return digits.length > 12 ? Number.POSITIVE_INFINITY : Number.parseInt(digits || '0', 16)
}
