import { ApiError } from '../../../../server/worker.ts'
import { type BankStatement, StatementRefusal } from './bankStatement.ts'
import { decodeStatement } from './decodeStatement.ts'
import { readOfx } from './readOfx.ts'

/** Files of one call, their bytes, and lines of all of them. */
export const most = { files: 20, bytes: 5_000_000, lines: 10_000 }

interface Asked {
  /** Data URLs, one a line. */
  readonly files: string
  readonly zone: string
}

/** The statements of the files that somebody sent, all or none. @throws ApiError naming the file that is not taken, and why */
export function readStatements({ files, zone }: Asked): BankStatement[] {
  const urls = files.split('\n').filter(line => line !== '')
  if (urls.length > most.files) throw new ApiError(422, 'bank.too-many-files', { max: most.files })
  const statements: BankStatement[] = []
  for (const [at, url] of urls.entries()) {
    const [, encoded, base64 = ''] = /^data:[^,]{0,300}?(?:;name=([^;,]{1,200}))?;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
    const file = nameOf(encoded, at)
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.byteLength > most.bytes) throw new ApiError(422, 'bank.file-large', { file, max: most.bytes / 1_000_000 })
    const known = statements.reduce((sum, { lines }) => sum + lines.length, 0)
    try {
      statements.push(...readOfx(decodeStatement(bytes), { zone, most: most.lines - known }))
    } catch (error) {
      if (error instanceof StatementRefusal) throw new ApiError(422, error.code, { file, ...error.params })
      throw error
    }
  }
  return statements
}

function nameOf(encoded: string | undefined, at: number): string {
  if (encoded === undefined) return `${at + 1}`
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
