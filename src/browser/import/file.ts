import type { RawTable } from '../../model/import/sheet.ts'

/** Rows as they come, then the header, or why the file could not be read. */
export type FromWorker =
  | { readonly rows: RawTable['rows']; readonly lines: RawTable['lines'] }
  | { readonly header: RawTable['header'] }
  | { readonly fault: string }

/** A file that is none for an import, by the code of the message that says why. */
export class FileFault extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export const faultOf = (error: unknown): string => (error instanceof FileFault ? error.code : 'import.file-unreadable')

/** Files that an import takes; also what the file picker offers. */
export const accepted = '.csv,.tsv,.txt'

export const isAccepted = (name: string): boolean => /\.(csv|tsv|txt)$/i.test(name)

/** Reads and splits a file beside the page, which stays free meanwhile however large it is. */
export function readTable(file: File): Promise<RawTable> {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
  const rows: (readonly string[])[] = []
  const lines: number[] = []
  return new Promise<RawTable>((resolve, reject) => {
    worker.onerror = event => reject(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('fault' in data) reject(new FileFault(data.fault))
      else if ('header' in data) resolve({ header: data.header, rows, lines })
      else {
        rows.push(...data.rows)
        lines.push(...data.lines)
      }
    }
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
