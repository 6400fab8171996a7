import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** The package's folder: it lets nobody ask for its manifest by name. */
const brought = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../..')

/**
 * Where Chromium's headless shell lies that npm brings, unpacked once for all runs; nothing where it brings none for this machine. The package's own
 * unpacking gives what another process is still writing to whoever asks second.
 */
export async function headlessShell(): Promise<string | undefined> {
  const packed = join(brought, 'bin/chromium.br')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const { version } = JSON.parse(readFileSync(join(brought, 'package.json'), 'utf8')) as { readonly version: string }
  const folder = join(import.meta.dirname, '../node_modules/.cache/headless-shell')
  const unpacked = join(folder, version)
  if (existsSync(unpacked)) return unpacked
  await mkdir(folder, { recursive: true })
  const half = `${unpacked}.${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(half, { mode: 0o755 }))
  await rename(half, unpacked).finally(() => rm(half, { force: true }))
  return unpacked
}
