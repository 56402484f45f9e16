/** For PostgreSQL: the table `fired` has each instant at which a schedule was fired, as often as it was. */
export const watchSchedules = `
  CREATE TABLE fired (schedule_id TEXT, instant BIGINT);
  CREATE FUNCTION note_firing() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.fired_at IS DISTINCT FROM OLD.fired_at THEN
      INSERT INTO fired VALUES (OLD.id, OLD.next_at);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_firing AFTER UPDATE ON schedule FOR EACH ROW EXECUTE FUNCTION note_firing();
`;
