import model from 'virtual:model'
import { sampleAnswer } from '../../scripts/sampleData/answer.ts'
import { addPlugins } from '../../src/browser/plugin.ts'
import { rowPartsOf } from '../../src/model/report/resultShape.ts'
import type { Query } from '../../src/model/report.ts'
import { charts } from '../../src/plugins/charts/browser.ts'
import type { ReportScene } from '../reportScenes.ts'
import { reportAddress } from '../sceneAddress.ts'
import { Stage, type StoryRequest } from './Stage.tsx'
import { answerAppCall, answerList, failure, json, neverAnswers } from './stubServer.ts'

addPlugins([charts])

const counts = { filled: 8, many: 400, empty: 0 } as const

/** The server of a report's story: its calls are answered from samples of their shapes, in the scene's state. */
function answer(name: string, scene: ReportScene, { url }: StoryRequest): Response | Promise<Response> {
  const path = url.pathname.replace(/^\/api\//i, '')
  const asked = path.includes('/') ? path.toLowerCase() : `${path.toLowerCase()}/`
  const common = answerAppCall(model, scene.role, asked, { gate: model.reports[name]?.gate })
  if (common) return common
  const query = Object.values(model.queries).find((each: Query) => each.path.toLowerCase() === path.toLowerCase())
  if (!query) return answerList(model, path.split('/')[0] ?? '') ?? failure(404, 'not-found', 'Não encontrado.')
  if (scene.state === 'loading') return neverAnswers()
  if (scene.state === 'failed') return failure(500, 'unexpected', 'O servidor não conseguiu responder agora.')
  const count = counts[scene.state === 'begin' ? 'filled' : scene.state]
  const part = url.searchParams.get('part')
  return part === null ? json(sampleAnswer(query.result, count)) : pageOf(query, part, count, url)
}

/** A page of the rows of one part, as its table asks for them. */
function pageOf(query: Query, part: string, count: number, url: URL): Response {
  const shape = rowPartsOf(query.result).find(({ path }) => path === part)?.rows
  const rows: unknown = shape ? sampleAnswer(shape, count) : []
  const { limit = count, skip = 0 } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { limit?: number; skip?: number }
  const shown = Array.isArray(rows) ? rows.slice(skip, skip + limit) : []
  return json(shown, { headers: { 'content-count': String(Array.isArray(rows) ? rows.length : 0) } })
}

/** The story of a report in a scene; called by the modules that the plugin makes. */
export function reportStory(name: string, scene: ReportScene) {
  const server = (request: StoryRequest) => answer(name, scene, request)
  return {
    name: scene.title,
    render: () => <Stage key={`${name} ${scene.exportName}`} start={reportAddress(model, name, scene)} answer={server} />,
  }
}
