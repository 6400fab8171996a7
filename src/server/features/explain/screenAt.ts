import { withoutEndSlashes } from '../../../model/access/withoutEndSlashes.ts'
import type { Model, Register } from '../../../model/model.ts'
import { ApiError } from '../../error.ts'

/** The screen that an address of the browser opens. */
export interface OpenedScreen {
  readonly path: string
  readonly title: string
  readonly gate: string | undefined
  readonly register?: Register
  /** Key of the record, when the address names one. */
  readonly id?: string
  /** Whether a new record is made there. */
  readonly creates?: boolean
}

/** The register, import, screen or report of an address; letter case does not matter, nor does what follows a question mark. */
export function screenAt(address: string, model: Model): OpenedScreen {
  const path = `/${withoutEndSlashes(address.split(/[?#]/)[0] ?? '').replace(/^\/+/, '')}`
  // A report may stand below a register's address, where a record's key would be.
  const report = Object.values(model.reports).find(one => isBelow(path, one.path))
  if (report) return { path: report.path, title: report.title, gate: report.gate }
  const registers = Object.values(model.registers).filter(register => !register.parent)
  const found = registers
    .filter(({ views }) => isBelow(path, views.path))
    .sort((a, b) => b.views.path.length - a.views.path.length)[0]
  if (found) {
    const [, id] = path.slice(found.views.path.length).split('/')
    const base = { path: found.views.path, title: found.title, gate: found.views.gate ?? found.access.see, register: found }
    if (id === 'create') return { ...base, creates: true }
    return id === undefined || id === '' ? base : { ...base, id: decodeURIComponent(id) }
  }
  const page = [...Object.values(model.imports), ...Object.values(model.screens)].find(one => isBelow(path, one.path))
  if (!page) throw new ApiError(404, 'screen-unknown')
  return { path: page.path, title: page.title, gate: 'public' in page && page.public ? 'true' : page.gate }
}

const isBelow = (path: string, of: string): boolean =>
  path.toLowerCase() === of.toLowerCase() || path.toLowerCase().startsWith(`${of.toLowerCase()}/`)
