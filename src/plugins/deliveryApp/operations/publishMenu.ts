import { ApiError, objectOf, operation, requireStore } from '../../../server/plugin.ts'
import { appNameOf, type DeliveryApp, jsonSteps } from '../app.ts'
import { differencesOf, type Tree, treeOf } from '../menu/menuTree.ts'
import { type LastPublication, type PublicationTurn, takeTurn } from '../menu/publication.ts'
import { type MenuContext, menuMark, readMenu } from '../menu/readMenu.ts'

/** Milliseconds that reading a menu may take. */
const longestRead = 30_000

interface Published {
  readonly version: number
  /** Places of the app's menu that changed. */
  readonly changes: number
}

/** Publishes the whole menu of a store in its app: in one update of what differs, so the app never holds half of it. */
export const publishMenu = (app: DeliveryApp) =>
  operation({
    method: 'POST',
    path: 'Apps/publicarMenu',
    title: 'Publicar o cardápio no app de delivery',
    gate: 'cardapio_publicar && store.cardapio_digital',
    input: objectOf({ lojaId: { type: 'integer' } }),
    output: objectOf({ versao: { type: 'integer' }, alteracoes: { type: 'integer' } }),
    // Publishing again does no harm, and nothing waits in a transaction while the app answers.
    standsAlone: true,
    messages: ['menu.no-address', 'menu.address-taken', 'menu.publishing', 'delivery-app.missing', 'delivery-app.failed'],
    async run({ database, model, caller, writing }) {
      const lojaId = requireStore(caller)
      const name = await database.read({ stores: [lojaId] }, q => appNameOf(q, model, lojaId))
      if (name === '') throw new ApiError(400, 'menu.no-address')
      const read = <T>(run: (context: MenuContext) => Promise<T>): Promise<T> =>
        database.readSnapshot({ stores: [lojaId] }, { timeout: longestRead, signal: AbortSignal.timeout(longestRead) }, q =>
          run({ q, model, lojaId }),
        )
      const turn = await takeTurn(writing.service.database, lojaId)
      try {
        const { version, changes } = await publish(app, name, turn, read)
        return { versao: version, alteracoes: changes }
      } catch (error) {
        await turn.giveUp()
        throw error
      }
    },
  })

type Read = <T>(run: (context: MenuContext) => Promise<T>) => Promise<T>

async function publish(app: DeliveryApp, name: string, turn: PublicationTurn, read: Read): Promise<Published> {
  const unchanged = await standsAlready(app, name, turn.last, read)
  if (unchanged) {
    await turn.done(turn.last)
    return { version: turn.last.version, changes: 0 }
  }
  const { menu, marked } = readMarkedMenu(read)
  // Nobody else publishes meanwhile: what the app holds can be asked while the rows are read.
  const [wanted, held] = await Promise.all([menu, app.read(jsonSteps('cardapios', name))])
  const there = treeOf(held)
  const version = Math.max(turn.last.version + 1, Date.now())
  const changes = differencesOf(there, { ...wanted, versao: version })
  await turn.begin()
  await app.send('PATCH', jsonSteps('cardapios', name), changes)
  await turn.done({ version, mark: await marked })
  return { version, changes: Object.keys(changes).length - 1 }
}

/** The menu, and a little later the mark of its rows, both in one moment of the data: nothing of what is sent hangs on the mark. */
function readMarkedMenu(read: Read): { readonly menu: Promise<Tree>; readonly marked: Promise<string> } {
  const { promise: menu, resolve, reject } = Promise.withResolvers<Tree>()
  const marked = read(async context => {
    const reading = readMenu(context)
    // Reading may begin anew, elsewhere: the menu is that of the last time.
    reading.then(resolve, () => undefined)
    const [mark] = await Promise.all([menuMark(context), reading])
    return mark
  })
  // The reader of the menu hears of it, and nobody may be waiting for the mark yet.
  marked.catch(reject)
  return { menu, marked }
}

/** Tells whether the rows are those of the last publication, and that one is what the app holds. */
async function standsAlready(app: DeliveryApp, name: string, { version, mark }: LastPublication, read: Read): Promise<boolean> {
  if (mark === '' || mark !== (await read(menuMark))) return false
  return (await app.read(jsonSteps('cardapios', name, 'versao'))) === version
}
