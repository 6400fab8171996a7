import { readFileSync } from 'node:fs'

/** Looks at a process' memory from now on; the call that it gives ends that, and tells by how many megabytes it grew at most. */
export function watchMemory(pid: number): () => number {
  const before = memoryOf(pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 50)
  return () => {
    clearInterval(watch)
    return Math.round((peak - before) / 1e6)
  }
}

/** Returns the memory of a process, where the system tells. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}
