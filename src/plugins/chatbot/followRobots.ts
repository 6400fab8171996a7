import { installedStoresJob } from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import { askStatus, readInstalledRobot, robotInstallations, statusFields } from './installedRobot.ts'

/** Every ten minutes each chatbot is asked how it stands, so that lists and cards tell of a telephone that was disconnected. */
export const followRobots = (chatbot: Chatbot) =>
  installedStoresJob({
    id: 'chatbot-status',
    everySeconds: 600,
    register: 'Whatsapp',
    failure: 'the chatbot was not asked',
    async run(lojaId, { model, database, dataDir, publish }) {
      const robots = robotInstallations({ model: model(), dataDir, publish })
      const found = await database.read({ stores: [lojaId] }, q => robots.read(q, lojaId))
      const before = found && readInstalledRobot(found)
      // One that is being installed is asked for by its page.
      if (!before || before.token === '') return
      const { status, renewed } = await askStatus(chatbot, lojaId, before)
      const isNew = await database.write({ stores: [lojaId] }, async q => {
        const now = await robots.read(q, lojaId, true)
        if (!now || readInstalledRobot(now).token !== before.token) return false
        const fields = { ...statusFields(now, status), ...(renewed === undefined ? {} : { token: renewed }) }
        if (Object.keys(fields).length === 0) return false
        await robots.write(q, lojaId, fields)
        return true
      })
      if (isNew) robots.tell(lojaId)
    },
  })
