import model from 'virtual:model'
import { sampleValue } from '../../scripts/sampleData/value.ts'
import type { PapersReply } from '../../src/api/paper.ts'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import { rightsFor } from '../../src/model/access/gate.ts'
import { composePapers, type ReportRows } from '../../src/model/paper/composePaper.ts'
import type { PaperRow } from '../../src/model/paper/paperRow.ts'
import { resultPartAt } from '../../src/model/report/resultShape.ts'
import type { PaperDocument } from '../../src/model/views/paperDocument.ts'
import type { DocumentScene } from '../documentScenes.ts'
import { permissionOfRole } from './rolePermission.ts'
import { Stage, type StoryRequest } from './Stage.tsx'
import { storyRows } from './storyRows.ts'
import { answerAppCall, failure, json, neverAnswers } from './stubServer.ts'

const period = { from: '2026-01-01', to: '2026-01-31' }
const records = 3

/** Made-up rows of the reports that a document shows. */
function reportsOf({ parts }: PaperDocument): ReportRows {
  const random = createSeededRandom(7)
  const found = parts.flatMap(part => {
    if (!('table' in part) || !('query' in part.table.of)) return []
    const query = model.queries[part.table.of.query]
    const shape = query && resultPartAt(query.result, part.table.of.rows.split('.'))
    if (!shape || shape.is === 'value' || shape.is === 'record' || shape.is === 'column') return []
    const { columns } = shape
    const row = (): PaperRow => Object.fromEntries(columns.map(column => [column.name, sampleValue(column, random)]))
    return [[part.id, { columns, rows: [row(), row()] }] as const]
  })
  return new Map(found)
}

/** The papers of made-up records, as the server composes them; bars are drawn by it alone. */
async function papersOf(document: PaperDocument, { paper }: DocumentScene): Promise<PapersReply> {
  const { register: name, title, papers, label } = document
  const register = model.registers[name]
  const self = Object.values(model.registers).find(({ letterhead }) => letterhead !== undefined)
  if (!register) throw new Error(`No register ${name}`)
  const [store = {}] = self ? storyRows(model, self.name, 1) : []
  const rights = rightsFor(model, permissionOfRole(model, 'administrator'))
  const context = { model, document, register, rights, zone: 'America/Sao_Paulo', store, user: {}, asked: period }
  const reports = reportsOf(document)
  const sheets = await composePapers(context, storyRows(model, name, records), () => reports)
  const laid = papers.find(each => each === paper) ?? 'A4'
  return { title, paper: laid, papers, sheets, ...(label ? { label } : {}), ...(document.period ? { period } : {}) }
}

async function answer(document: PaperDocument, scene: DocumentScene, { url }: StoryRequest): Promise<Response> {
  const path = url.pathname.replace(/^\/api\//i, '')
  const common = answerAppCall(model, 'administrator', path.includes('/') ? path.toLowerCase() : `${path.toLowerCase()}/`)
  if (common) return common
  if (!path.includes('/documents/')) return failure(404, 'not-found', 'Não encontrado.')
  if (scene.state === 'loading') return neverAnswers()
  if (scene.state === 'failed') return failure(500, 'unexpected', 'O servidor não conseguiu responder agora.')
  return json(await papersOf(document, scene))
}

/** The story of a document in a scene; called by the modules that the plugin makes. */
export function documentStory(name: string, scene: DocumentScene) {
  const document = model.documents[name]
  const page = Object.values(model.screens).find(({ body }) => 'runtime' in body && body.runtime === 'papers')
  if (!document || !page) throw new Error(`No document ${name}`)
  const server = (request: StoryRequest) => answer(document, scene, request)
  const start = `${page.path}?documento=${name}&registro=${document.register}&ids=1,2,3`
  return {
    name: scene.title,
    render: () => <Stage key={`${name} ${scene.exportName}`} start={start} answer={server} />,
  }
}
