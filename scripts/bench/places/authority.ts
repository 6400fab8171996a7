import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openTestAuthority, type TestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { closeAtEnd } from './openResources.ts'
import { endChild } from './serverProcess.ts'

/** The simulated tax authority as a process of its own, so that it takes no time of who is measured. */
export interface BenchAuthority {
  readonly address: string
  /** File of its root certificate. */
  readonly root: string
  readonly certificates: TestAuthority
  /** Answers nobody any more, or again. */
  silence(silent: boolean): void
  end(): Promise<void>
}

export async function startAuthority(folder: string): Promise<BenchAuthority> {
  const place = join(folder, 'sefaz')
  await mkdir(place, { recursive: true })
  const args = ['scripts/sefaz.ts', '--port', '0', '--control', '0', '--folder', place]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = closeAtEnd(() => {
    // One that was stopped hears nothing.
    child.kill('SIGCONT')
    return endChild(child)
  })
  const said = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk: Buffer) => found(chunk.toString()))
    child.once('close', () => failed(new Error('the simulated authority did not start')))
  })
  const [, address = '', root = ''] = /SEFAZ_URL=(\S+) SEFAZ_ROOT=(\S+)/.exec(said) ?? []
  return {
    address,
    root,
    certificates: openTestAuthority(join(place, 'authority')),
    silence: silent => child.kill(silent ? 'SIGSTOP' : 'SIGCONT'),
    end,
  }
}
