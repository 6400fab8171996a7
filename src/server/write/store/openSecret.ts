import { secretsOfInstallation } from '../../database/secret.ts'
import type { Table } from '../../query/table.ts'
import type { Service } from '../../service.ts'
import { secretLocation } from './rowStatements.ts'

/** A sealed value of a column, opened; null where it is empty, or was sealed under a key that is lost. For work that no record is locked for. */
export function openSecret({ dataDir }: Pick<Service, 'dataDir'>, table: Table, name: string, sealed: string | null): unknown {
  if (sealed === null) return null
  try {
    return JSON.parse(secretsOfInstallation(dataDir).open(sealed, secretLocation(table, name)))
  } catch {
    return null
  }
}
