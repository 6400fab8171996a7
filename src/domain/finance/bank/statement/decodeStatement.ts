import { StatementRefusal } from './bankStatement.ts'

/**
 * The text of a file. What is sound UTF-8 is that, whatever its header says, for banks copy headers; all else is windows-1252, of which latin1 and
 * ASCII are parts.
 *
 * @throws StatementRefusal where the bytes are no text
 */
export function decodeStatement(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (text.slice(0, 2_000).includes('\u0000')) throw new StatementRefusal('bank.not-ofx')
  return text
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
