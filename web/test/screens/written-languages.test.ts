import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { compiledCatalogue } from '../../../build/compiled-messages.ts';
import { messages } from '../../src/i18n/en/index.ts';
import { describeWeb, expectNoSidewaysScroll, type Stage } from '../support/stage.ts';
import { prepareEmpty, prepareFilled } from './prepared-screens.ts';
import { filledScreens, type Screen } from './screens.ts';

const marks: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** With marks on its vowels, and more of them: other languages need more room than English. */
function pseudo(text: string): string {
  return text.replace(/[aeiou]/gi, (letter) => marks[letter] ?? letter);
}

/** The same for all texts of a parsed message: a text, or a list of texts and values; values have forms with texts. */
function pseudoMessage(message: unknown): unknown {
  if (typeof message === 'string') return pseudo(message);
  return Array.isArray(message) ? message.map(pseudoPart) : message;
}

function pseudoPart(part: unknown): unknown {
  if (!Array.isArray(part)) return pseudoMessage(part);
  const [name, kind, forms, ...rest] = part;
  if (typeof forms !== 'object' || forms === null) return part;
  const marked = Object.entries(forms).map(([form, text]) => [form, pseudoMessage(text)]);
  return [name, kind, Object.fromEntries(marked), ...rest];
}

const pseudoCatalogue = Object.fromEntries(
  Object.entries(compiledCatalogue(messages)).map(([id, message]) => [id, pseudoMessage(message)]),
);

/** In the place of the French catalogue, so that no other than those of users is shipped. */
async function showPseudoLanguage(page: Page): Promise<void> {
  await page.route(/\/assets\/fr-[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const messages = ${JSON.stringify(pseudoCatalogue)};`,
    }),
  );
}

/** Texts of the page and names of its controls, without what was stored and what the browser writes itself. */
const textsOfPage = `(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isData = (element) => element.closest('time, code, pre, noscript, script, style, [role=row], [role=treegrid], svg title, [data-stored]');
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!isData(node.parentElement)) found.add(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (isData(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      found.add((element.getAttribute(name) ?? '').trim());
    }
  }
  return [...found];
})()`;

/** Words of the stored documents and of the names of the product, which are no texts of the application. */
const stored =
  /Cartulary|Administrators?|administrators|members|Members group|[Ll]ease(?:\.txt|s)?|Plan(?:\.txt)?|Room|Empty room|Bare|Domain|Workspaces|Sections|News|Contracts|Nothing yet|Thrown away|Scanner|Please check page 3\.|The lease begins in May\.|Signed by both\.|English|Français|NXQL|SELECT[\s\S]*|default-domain|workspaces|Ctrl|JSON|CSV|text\/plain|user:|dc:\w+|https?:\S+|\/[\w/ .-]*/g;

/** Names of the server's own schemas, fields, permissions, events and types. */
const fields =
  'Titre|Description|Sujets|Droits|Source|Couverture|Publié le|Valable à partir du|Expire le|Format|Langue|Nature|Éditeur|Fichier principal|Fichier|File|Identifiant et version|Identifiant|Notifications?|Subscribers|Name|CommentAdded|CommentUpdated';
const permissions =
  'ReviewParticipant|DataVisualization|RestrictedRead|MakeRecord|SetRetention|UnsetRetention|ManageLegalHold|WriteColdStorage';
/** What the library of controls says, and how the browser writes dates and sizes, for French readers. */
const french =
  'aaaa|jour,|mois,|année,|heure,|minute,|fuseau horaire,|Calendrier|Afficher les suggestions|Effacer la recherche|\\d+\\soctets?|il y a \\d+\\s(?:seconde|minute)s?|\\d+ [\\p{L}.]+ \\d{4}(?:, \\d+:\\d+)?';

const workflows = JSON.parse(
  readFileSync(new URL('../../../src/model/data/default-workflows.json', import.meta.url), 'utf8'),
) as { readonly labels: { readonly fr: Readonly<Record<string, string>> } };
/** Of steps and transitions, in the language that the server was asked for; those within others come last. */
const steps = Object.values(workflows.labels.fr)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Whole words that come from elsewhere than the catalogue. */
const described = new RegExp(
  `(?<!\\p{L})(?:${steps}|${fields}|${permissions}|${french})(?!\\p{L})`,
  'gu',
);

/** A word with a vowel that has no mark. */
const untranslated = /[a-zA-Z]*[aeiou][a-zA-Z]*/;

/** Two controls that lie over each other, none within the other; all scrolls away under a bar that stays. */
const overlapping = `(() => {
  const shown = [...document.querySelectorAll('header a, header button, main a, main button, main h1')]
    .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !each.closest('[role=rowgroup], .visually-hidden'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const bar = ({ element }) => {
    for (let each = element; each; each = each.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(each).position)) return each;
    }
  };
  const name = ({ element }) => element.getAttribute('aria-label') ?? element.textContent;
  return shown.flatMap((a, at) => shown.slice(at + 1)
    .filter((b) => bar(a) === bar(b) && !a.element.contains(b.element) && !b.element.contains(a.element)
      && a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1
      && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1)
    .map((b) => name(a) + ' over ' + name(b)));
})()`;

describeWeb('in other languages', (stage) => {
  let screens: readonly Screen[];
  beforeAll(async () => {
    await prepareEmpty(stage);
    const filled = filledScreens(await prepareFilled(stage));
    screens = [...new Map(filled.map((each) => [each.path, each])).values()];
  });

  test('every text comes from the catalogue, and longer ones have room', async () => {
    const page = await openPseudo(stage);
    const literals: string[] = [];
    for (const screen of screens) {
      const { name } = screen;
      // What the server describes is in English.
      if (name.startsWith('operation')) continue;
      await show(page, stage, screen);
      const texts = (await page.evaluate(textsOfPage)) as readonly string[];
      const left = texts.filter((text) =>
        untranslated.test(text.replace(stored, '').replace(described, '')),
      );
      literals.push(...left.map((text) => `${name}: ${text}`));
      await page.setViewportSize({ width: 360, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    expect(literals).toEqual([]);
  });

  test('from right to left nothing is cut off or lies over something else', async () => {
    const page = await openPseudo(stage);
    const problems: string[] = [];
    for (const screen of screens) {
      const { name } = screen;
      await show(page, stage, screen);
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          await expectNoSidewaysScroll(page);
          const found = (await page.evaluate(overlapping)) as readonly string[];
          problems.push(...found.map((each) => `${name} ${direction} ${width}: ${each}`));
        }
      }
    }
    expect(problems).toEqual([]);
  });
});

async function openPseudo(stage: Stage): Promise<Page> {
  const page = await stage.open('icon.svg', { context: { locale: 'fr-FR' } });
  await showPseudoLanguage(page);
  await page.goto(`${stage.url}/app/profile`);
  await page.getByRole('heading', { name: pseudo('Profile and settings') }).waitFor();
  return page;
}

async function show(page: Page, stage: Stage, { path, heading, shows }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${stage.url}/app/${path}`)})`);
  await page.getByRole('heading', { level: 1, name: pseudoOrStored(heading) }).waitFor();
  const content = page.getByRole('main').getByText(pseudoOrStored(shows));
  await content.filter({ visible: true }).first().waitFor();
}

/** A text of a document, of the application, or both; with a mark on each vowel, or none. */
function pseudoOrStored(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
  return new RegExp(literal.replace(/[aeiou]/gi, (letter) => `(?:${letter}|${marks[letter]})`));
}
