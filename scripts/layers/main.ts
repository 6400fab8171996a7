import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '../../src/domain/all.ts'
import { lockName, lockText } from '../../src/model/layers/drift.ts'
import type { Override } from '../../src/model/layers/layerContext.ts'
import type { LayersReading } from '../../src/model/layers/layerSources.ts'
import { compose } from '../../src/server/compose.ts'
import { NoDefinitions, schemasFolder } from '../../src/server/start/definitionFiles.ts'
import { definitionProblemText, readDefinitions } from '../../src/server/start/definitions.ts'
import { troubleLines } from '../../src/server/start/definitionTrouble.ts'

const usage = `LAYERS=../acme npm run layers -- show [name] [place]   what layers say: of a file whose path has that name, of places that have that word
LAYERS=../acme npm run layers -- accept [layer]        keeps what the product says there now, in ${lockName}`

/** `npm run layers`: tells what each layer says and what stood there before, or accepts that as it is now. */
function run([act, first, place]: readonly string[]): void {
  const read = readDefinitions(schemasFolder, { effects: Object.keys(compose(areas).effects) })
  const { layers } = read
  if (!layers) throw new NoDefinitions('There is no layer.', 'LAYERS')
  if (act === 'show') {
    const shown = layers.overrides.filter(({ file, at }) => file.includes(first ?? '') && at.includes(place ?? ''))
    for (const line of showLines(shown)) console.log(line)
    if (shown.length === 0) console.log('No layer says anything of it.')
    return
  }
  if (act !== 'accept') throw new Error(usage)
  if (read.problems.length > 0) throw new Error(`${troubleLines(read).join('\n')}\nNothing is accepted before that is put right.`)
  accept(layers, first)
}

/** Returns two lines for each word of a layer: its place, and what was and is there. */
const showLines = (overrides: readonly Override[]): string[] =>
  overrides.flatMap(({ file, at, was, is, reason, layer, source, path }) => {
    const place = source.place(path, 'key')
    const here = definitionProblemText({ file: source.path, ...place, code: layer, message: `${file} ${at}` })
    const why = reason === undefined ? '' : ` (${reason})`
    return [here, `  ${was === undefined ? 'nothing' : JSON.stringify(was)} → ${JSON.stringify(is)}${why}`]
  })

function accept({ layers, overrides }: LayersReading, name: string | undefined): void {
  const chosen = layers.filter(layer => name === undefined || layer.name === name)
  if (chosen.length === 0)
    throw new Error(`There is no layer "${name}": LAYERS names ${layers.map(each => each.name).join(', ')}.`)
  for (const layer of chosen) {
    const file = join(schemasFolder, layer.folder, lockName)
    writeFileSync(file, lockText(layer, overrides))
    console.log(`${layer.name}: ${file}`)
  }
}

try {
  run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
