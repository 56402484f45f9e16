import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedProperties } from '../../src/repository/changes/stored-content.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';
import { turnsDuring } from '../support/turns.ts';

const largeText = '"'.repeat(1_100_000);

describe.each(engines)('large documents on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  afterAll(() => repository.close());

  test('give others turns after the store has read them and after their JSON is parsed', async () => {
    const properties = { 'note:note': largeText };
    const { id } = await repository.system.create(repository.workspaces.id, {
      name: 'large',
      type: 'Note',
      properties,
    });
    const turns = await repository.system.read((unit) =>
      turnsDuring(async () => {
        const document = await getDocument(unit, { id });
        expect(document.properties['note:note']).toBe(largeText);
      }),
    );
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});

test('the JSON of large properties is written once, and that of others each time', () => {
  let reads = 0;
  const propertiesOf = (text: string) => ({
    get 'note:note'() {
      reads += 1;
      return text;
    },
  });
  const large = propertiesOf(largeText);
  const json = storedProperties(large);
  expect(json).toBe(JSON.stringify({ 'note:note': largeText }));
  const readsOfLarge = reads;
  expect(storedProperties(large)).toBe(json);
  expect(reads).toBe(readsOfLarge);
  const small = propertiesOf('small');
  const smallJson = storedProperties(small);
  const readsSoFar = reads;
  expect(storedProperties(small)).toBe(smallJson);
  expect(reads).toBeGreaterThan(readsSoFar);
});
