import { archivedRegister, archivedTables } from './archivedTables.ts'
import type { YearSource } from './writeYear.ts'
import type { YearHead } from './yearHead.ts'

/**
 * Demands that each table of an archive has its place among the tables of the definitions: these may have got columns since, and lost none. No other
 * name of an archive gets into a statement.
 */
export async function demandTables({ database, model }: Pick<YearSource, 'database' | 'model'>, head: YearHead): Promise<void> {
  const present = await archivedTables(database.system, model, archivedRegister(model, head.register))
  for (const { name, columns, parent } of head.tables) {
    const table = present.find(each => each.name === name)
    const gone = table ? columns.filter(column => !table.columns.includes(column)) : ['it']
    if (gone.length > 0)
      throw new Error(`${name} has not ${gone.join(', ')} any more, which the archive holds; nothing was changed.`)
    if (table?.parent?.by !== parent?.by)
      throw new Error(`Rows of ${name} belong to others than in the archive; nothing was changed.`)
  }
}
