import model from 'virtual:model'
import samples from 'virtual:screen-samples'
import { sampleAnswer } from '../../scripts/sampleData/answer.ts'
import { RoutedPage } from '../../src/browser/app/RoutedPage.tsx'
import { addPlugins } from '../../src/browser/plugin.ts'
import PublicScreen from '../../src/browser/screens/PublicScreen.tsx'
import type { Query } from '../../src/model/report.ts'
import { charts } from '../../src/plugins/charts/browser.ts'
import type { ScreenScene } from '../screenScenes.ts'
import { sendForm } from './interactions.ts'
import { Stage, type StoryRequest } from './Stage.tsx'
import { answerAppCall, failure, json, neverAnswers } from './stubServer.ts'

addPlugins([charts])

/** The server of a screen's story: its calls are answered by the samples beside its definition, in the scene's state. */
function answer(name: string, { state, role }: ScreenScene, { url }: StoryRequest): Response | Promise<Response> {
  const path = url.pathname.replace(/^\/api\//i, '')
  const common = answerAppCall(model, role, path.includes('/') ? path.toLowerCase() : `${path.toLowerCase()}/`)
  if (common) return common
  if (state === 'loading') return neverAnswers()
  if (state === 'failed') return failure(500, 'unexpected', 'O servidor não conseguiu responder agora.')
  const query = Object.values(model.queries).find((each: Query) => each.path.toLowerCase() === path.toLowerCase())
  if (query && 'dashboard' in (model.screens[name]?.body ?? {}))
    return json(sampleAnswer(query.result, state === 'empty' ? 0 : 8))
  const found = samples[name]?.[state]?.[path]
  return found === undefined ? failure(404, 'not-found', 'Não encontrado.') : json(found)
}

/** The story of a screen in a scene; called by the modules that the plugin makes. */
export function screenStory(name: string, scene: ScreenScene) {
  const server = (request: StoryRequest) => answer(name, scene, request)
  const screen = model.screens[name]
  return {
    name: scene.title,
    ...(scene.isSent ? { play: sendForm } : {}),
    render: () => (
      <Stage key={`${name} ${scene.exportName}`} start={screen?.path ?? '/'} answer={server} isWhole={screen?.public ?? false}>
        {screen?.public ? <PublicScreen screen={screen} /> : <RoutedPage />}
      </Stage>
    ),
  }
}
