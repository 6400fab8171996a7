import { membersOf } from '../../base/record.ts'
import { apiUrl, connectionError, isGatewayError, isProved, unexplained } from './api.ts'
import { setConnection } from './connectionStatus.ts'
import { tabId, token } from './identity.ts'

/** How far a download has come. */
export interface DownloadProgress {
  readonly bytes: number
  /** Line ends seen: rows of a text file. */
  readonly lines: number
  /** Header content-count: rows in all. */
  readonly count: number | undefined
}

/** A file that was received whole. */
export interface DownloadedFile {
  readonly file: Blob
  readonly name: string | undefined
  readonly count: number | undefined
}

const lineEnd = 10

/**
 * Fetches a file in pieces and tells of each; refused ones throw with the server's message. One that the network loses on the way
 * throws as a call does that was not answered, and nothing of it is kept: half a list looks like a whole one.
 */
export async function download(
  path: string,
  query: Readonly<Record<string, unknown>>,
  onPiece: (received: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  try {
    return await receive(path, query, onPiece, signal)
  } catch (error) {
    // A failure of the browser's network is a TypeError in its own language.
    if (signal.aborted || !(error instanceof TypeError)) throw error
    setConnection('down')
    throw connectionError()
  }
}

async function receive(
  path: string,
  query: Readonly<Record<string, unknown>>,
  onPiece: (received: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  const headers = { Authorization: token() ?? '', 'X-Origin': tabId }
  const response = await fetch(apiUrl(path, query), { headers, signal })
  if (isGatewayError(response)) throw connectionError()
  if (!response.ok || !response.body) {
    const { code, message } = await refusalOf(response)
    if (await isProved(code)) return receive(path, query, onPiece, signal)
    throw new Error(message)
  }
  const told = response.headers.get('content-count')
  const count = told === null ? undefined : Number(told)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let lines = 0
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value)
    bytes += piece.value.length
    for (const byte of piece.value) if (byte === lineEnd) lines += 1
    onPiece({ bytes, lines, count })
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { file: new Blob(pieces, { type }), name, count }
}

async function refusalOf(response: Response): Promise<{ code: string; message: string }> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message } = membersOf(membersOf(body).error)
  return {
    code: String(code),
    message: typeof message === 'string' ? message : unexplained(response),
  }
}
