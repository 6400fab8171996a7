import { createIntegrationClient, findEndpoint, type OpenPlugin } from '../../server/plugin.ts'
import { createChatbot } from './chatbot.ts'
import { followRobots } from './followRobots.ts'
import { installRobot } from './installRobot.ts'
import { robotStatus } from './robotStatus.ts'
import { saveReplies } from './saveReplies.ts'
import { createChatbotStub } from './stubServer.ts'
import { uninstallNumber, uninstallRobot } from './uninstallRobot.ts'

/** Milliseconds that the service may take. */
const timeout = 8000

/** The chatbot at WhatsApp: installed by a scanned code, told what to say, followed, and uninstalled. */
export const openChatbot: OpenPlugin = async context => {
  const { CHATBOT_KEY: key = 'demonstracao', PROVIDER_DOMAIN: domain = '' } = context.env
  const stub = createChatbotStub()
  const found = await findEndpoint(context, { variable: 'CHATBOT_URL', answer: stub.answer })
  const client = createIntegrationClient({
    name: 'CHATBOT_URL',
    address: found.address,
    timeout,
    maxBytes: 64 * 1024,
    health: context.health,
  })
  const chatbot = createChatbot(client, key)
  return {
    name: 'chatbot',
    operations: [
      robotStatus(chatbot, domain.trim()),
      installRobot(chatbot, domain.trim()),
      saveReplies(chatbot),
      uninstallRobot(chatbot),
      uninstallNumber(chatbot),
    ],
    jobs: [followRobots(chatbot)],
    close: found.close,
  }
}
