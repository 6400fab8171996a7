import { spawn } from 'node:child_process'
import { closeAtEnd } from './openResources.ts'
import { endChild } from './serverProcess.ts'

/** Runs a program to its end, in a folder. One that fails is an error with what it said. */
export async function runCommand(program: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = closeAtEnd(() => endChild(child))
  let said = ''
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const code = await new Promise<number | null>((ended, failed) => child.once('close', ended).once('error', failed))
  await end()
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed: ${`${printed}${said}`.trim().slice(-2_000)}`)
  return printed.trim()
}
